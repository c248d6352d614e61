//! Commands of kgsGtp, the client of the KGS server.

use go_board::RuleSet;
use go_engine::Purpose;
use gtp::{Call, Failure, Registry};

use crate::engine::GtpEngine;
use crate::move_commands::genmove;

pub(crate) fn add_to(registry: &mut Registry<GtpEngine>) {
    registry.add("kgs-rules", set_rules);
    // The same by KataGo's name, which LizGoban and the bridge to OGS send.
    registry.add("kata-set-rules", set_rules);
    registry.add("kgs-genmove_cleanup", |engine, call| genmove(engine, call, Purpose::Cleanup));
    // The board stays: the server may still ask about dead stones.
    registry.add("kgs-game_over", |engine, _| {
        engine.ponder_at = None;
        Ok(String::new())
    });
}

fn set_rules(engine: &mut GtpEngine, call: &mut Call<'_>) -> Result<String, Failure> {
    let name = call.arguments.word("rules")?;
    call.arguments.finish()?;
    let rule_set = RuleSet::parse(name)
        .ok_or_else(|| call.arguments.wrong(name, &format!("one of {}", RuleSet::ALL.map(RuleSet::name).join(", "))))?;
    engine.rule_set = rule_set;
    engine.game.set_rules(rule_set.rules());
    Ok(String::new())
}
