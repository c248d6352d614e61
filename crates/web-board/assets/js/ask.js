// Requests to the server. Each carries the id of this page in a header that other sites cannot send.

// Not randomUUID: over a plain network address (--listen) browsers do not have it.
const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const CLIENT = sessionStorage.getItem("tesuji-client") ?? random();
sessionStorage.setItem("tesuji-client", CLIENT);

const headers = (kind) => ({ "x-tesuji-client": CLIENT, "content-type": kind });

async function check(response) {
  if (response.ok) return response;
  const text = await response.text();
  let message = text;
  try { message = JSON.parse(text).error ?? text; } catch { /* not ours: shown as it is */ }
  throw new Error(message || `the server answered ${response.status}`);
}

async function send(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("the server does not answer: is tesuji still running?");
  }
}

/** The answer to a question. */
export async function ask(path, question) {
  const body = JSON.stringify(question);
  return (await check(await send(`/api/${path}`, { method: "POST", headers: headers("application/json"), body }))).json();
}

export async function about() {
  return (await check(await send("/api/about", { headers: headers("application/json") }))).json();
}

/** Sends a file. */
export async function upload(path, bytes) {
  const kind = "application/octet-stream";
  return (await check(await send(`/api/${path}`, { method: "POST", headers: headers(kind), body: bytes }))).json();
}

/** A search: calls `hear(name, text)` for every event until the server ends it or `signal` aborts. */
export async function stream(path, question, hear, signal) {
  const options = { method: "POST", headers: headers("application/json"), body: JSON.stringify(question), signal };
  const response = await check(await send(`/api/${path}`, options));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const [, name, text] = /^event: (.*)\ndata: (.*)$/s.exec(event) ?? [];
      if (!name) continue;
      const told = JSON.parse(text);
      if (name === "error") throw new Error(told.error);
      hear(name, told);
    }
  }
}
