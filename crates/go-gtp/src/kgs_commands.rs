//! Commands of kgsGtp, the client of the KGS server.

use go_board::RuleSet;
use go_engine::Purpose;
use gtp::Registry;

use crate::engine::GtpEngine;
use crate::move_commands::genmove;

pub(crate) fn add_to(registry: &mut Registry<GtpEngine>) {
    registry.add("kgs-rules", |engine, call| {
        let name = call.arguments.word("rules")?;
        call.arguments.finish()?;
        let rule_set = RuleSet::parse(name).ok_or_else(|| {
            call.arguments.wrong(name, &format!("one of {}", RuleSet::ALL.map(RuleSet::name).join(", ")))
        })?;
        engine.rule_set = rule_set;
        engine.game.set_rules(rule_set.rules());
        Ok(String::new())
    });
    registry.add("kgs-genmove_cleanup", |engine, call| genmove(engine, call, Purpose::Cleanup));
    // The board stays: the server may still ask about dead stones.
    registry.add("kgs-game_over", |_, _| Ok(String::new()));
}
