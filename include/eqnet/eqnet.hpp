// All of EqNet in C++, in namespace eqnet:
//
//   Domain      what expressions mean, and exact equivalence    boolean(), polynomial(), open(), domain_of(name)
//   Dataset     expressions in classes of equivalent ones       load, save, generate, make_split, statistics
//   Model       vectors of expressions                          Model::open, Model::train, embed, combine
//   Session     one expression after another, faster
//   Index       the nearest expressions, with exact verdicts
//   evaluate    how good a model is on a dataset
//   check       many pairs of expressions, decided exactly
//   Grouping    expressions grouped by meaning
//   Simplifier  a shortest equivalent expression
//   find_rules  the rewrite rules of a space
//
// Errors are exceptions: base::Error, of which expr::ParseError is one. The library never prints or exits.
#pragma once

#include "eqnet/api/evaluate.h"
#include "eqnet/api/index.h"
#include "eqnet/api/model.h"
#include "eqnet/api/session.h"
#include "eqnet/base/error.h"
#include "eqnet/data/dataset.h"
#include "eqnet/data/generate.h"
#include "eqnet/data/random_trees.h"
#include "eqnet/data/stats.h"
#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "eqnet/search/check.h"
#include "eqnet/search/group.h"
#include "eqnet/search/rules.h"
#include "eqnet/search/simplify.h"

namespace eqnet {

using api::evaluate;
using api::Evaluation;
using api::Index;
using api::Model;
using api::Neighbour;
using api::Session;
using api::TrainOptions;
using base::Error;
using data::Dataset;
using domain::Domain;
using domain::Verdict;
using expr::ParseError;
using search::check;
using search::Checked;
using search::CheckParams;
using search::find_rules;
using search::Group;
using search::Grouping;
using search::RuleSet;
using search::RuleSpace;
using search::Simplified;
using search::Simplifier;
using search::SimplifyParams;
using search::TextPair;

}  // namespace eqnet
