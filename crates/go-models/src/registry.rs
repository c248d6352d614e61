//! The registered kinds of models. A new kind is a module and a line here.

use crate::factor::FactorConfig;
use crate::fate::FateConfig;
use crate::frequency::FrequencyConfig;
use crate::instance::InstanceConfig;
use crate::iterated::IteratedConfig;
use crate::kind::ModelKind;
use crate::mixture::MixtureConfig;
use crate::spatial::SpatialConfig;
use crate::urgency::UrgencyConfig;

/// Every kind, in the order in which lists show them.
pub const KINDS: &[ModelKind] = &[
    ModelKind::of::<FactorConfig>(),
    ModelKind::of::<InstanceConfig>(),
    ModelKind::of::<SpatialConfig>(),
    ModelKind::of::<IteratedConfig>(),
    ModelKind::of::<FateConfig>(),
    ModelKind::of::<UrgencyConfig>(),
    ModelKind::of::<FrequencyConfig>(),
    ModelKind::of::<MixtureConfig>(),
];

/// The kind with that name.
pub fn find_kind(name: &str) -> Option<&'static ModelKind> {
    KINDS.iter().find(|kind| kind.name == name)
}
