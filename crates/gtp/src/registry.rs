//! The commands of an engine, by name.

use std::collections::BTreeMap;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::input::Interrupt;
use crate::stream::Stream;

/// The arguments and context of a command.
pub struct Call<'a> {
    /// The words after the command.
    pub arguments: Arguments<'a>,
    /// Input that arrived after the command.
    pub interrupt: Interrupt,
}

type Plain<E> = Box<dyn Fn(&mut E, &mut Call<'_>) -> Result<String, Failure> + Send + Sync>;
type Streaming<E> = Box<dyn Fn(&mut E, &mut Call<'_>, &mut Stream<'_>) -> Result<(), Failure> + Send + Sync>;
type Idle<E> = Box<dyn Fn(&mut E, &Interrupt) + Send + Sync>;

pub(crate) enum Handler<E> {
    Plain(Plain<E>),
    Streaming(Streaming<E>),
}

/// Commands over an engine of type `E`.
///
/// `protocol_version`, `known_command`, `list_commands` and `quit` are built in; they are about the registry itself.
pub struct Registry<E> {
    handlers: BTreeMap<&'static str, Handler<E>>,
    idle: Option<Idle<E>>,
}

/// Commands that `serve` answers itself.
pub(crate) const BUILT_IN: [&str; 4] = ["known_command", "list_commands", "protocol_version", "quit"];

impl<E> Default for Registry<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E> Registry<E> {
    /// A registry with the built-in commands only.
    pub fn new() -> Self {
        Self { handlers: BTreeMap::new(), idle: None }
    }

    /// Adds a command whose reply is one text.
    ///
    /// # Panics
    /// If there is a command of this name: that is a mistake in the calling code.
    pub fn add<F>(&mut self, name: &'static str, handler: F)
    where
        F: Fn(&mut E, &mut Call<'_>) -> Result<String, Failure> + Send + Sync + 'static,
    {
        self.insert(name, Handler::Plain(Box::new(handler)));
    }

    /// Adds a command whose reply grows while it runs. It should check `call.interrupt` between lines and end when
    /// [`Interrupt::input_waiting`] is true. An error becomes a failure reply only before the first line.
    ///
    /// # Panics
    /// If there is a command of this name.
    pub fn add_streaming<F>(&mut self, name: &'static str, handler: F)
    where
        F: Fn(&mut E, &mut Call<'_>, &mut Stream<'_>) -> Result<(), Failure> + Send + Sync + 'static,
    {
        self.insert(name, Handler::Streaming(Box::new(handler)));
    }

    /// Sets what to do while no command waits (pondering, for example). It must return when
    /// [`Interrupt::input_waiting`] is true.
    pub fn when_idle(&mut self, idle: impl Fn(&mut E, &Interrupt) + Send + Sync + 'static) {
        self.idle = Some(Box::new(idle));
    }

    fn insert(&mut self, name: &'static str, handler: Handler<E>) {
        let is_new = !self.knows(name);
        assert!(is_new, "the command {name} is registered twice");
        self.handlers.insert(name, handler);
    }

    /// Whether a command of this name exists.
    pub fn knows(&self, name: &str) -> bool {
        BUILT_IN.contains(&name) || self.handlers.contains_key(name)
    }

    /// All names, sorted.
    pub fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.handlers.keys().copied().chain(BUILT_IN).collect();
        names.sort_unstable();
        names
    }

    pub(crate) fn handler(&self, name: &str) -> Option<&Handler<E>> {
        self.handlers.get(name)
    }

    pub(crate) fn idle(&self) -> Option<&Idle<E>> {
        self.idle.as_ref()
    }
}
