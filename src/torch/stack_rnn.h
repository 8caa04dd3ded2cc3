// The model `stackrnn`: the stack-augmented recurrent network of Joulin and Mikolov (2015, section 3.2) with several
// stacks of numbers; the vector is the last hidden state.
//
//   h = f(U x + R h' + P top')                            ' marks the step before; top: the first number of each stack
//   (push, pop) = softmax(A h),  value = sigmoid(D h)     for each stack
//   s[0] = push value + pop s'[1],  s[i] = push s'[i - 1] + pop s'[i + 1]
//
// h is 0 and every s[i] is -1 (as in the authors' program) at the start. The actions are the paper's two: the no-op
// that it adds for some tasks is left out, since each token of an expression either adds to or takes from what is open.
// There are no biases, as there. f is the authors' sigmoid or, by the setting `activation`, tanh: a state that is never
// negative has a large part in common to all expressions, and the margin loss is soonest lowered by shrinking it to 0.
#pragma once

#include <memory>

#include "encode/network.h"
#include "encode/settings.h"

namespace eqnet::torch_networks {

// require: settings of stackrnn.
template <class Real>
std::unique_ptr<encode::Network<Real>> make_stack_rnn(const encode::Settings& settings,
                                                      const encode::Vocabulary& vocabulary);

}  // namespace eqnet::torch_networks
