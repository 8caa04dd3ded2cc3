// A trial of `tune`: some settings and how good they were. FOLDER/trials.jsonl has a line per finished trial.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace eqnet::experiments {

struct Trial {
  size_t number = 0;                            // counted from 1, in the order of proposal
  std::map<std::string, std::string> settings;  // those of the space's ranges
  std::vector<double> scores;                   // after each stretch of steps that it lived through
  size_t steps = 0;                             // of the last of them
  bool whole = false;                           // it came to the end: halving did not stop it
  double seconds = 0;
  std::string failed = {};  // why, where training ended without a model; its score is 0 then

  [[nodiscard]] double score() const { return scores.empty() ? 0 : scores.back(); }
};

// A line, without its end.
std::string trial_line(const Trial& trial);

// In order of numbers; none where there is no file. Throws base::Error with the line that is none of a trial, or of one
// that was there before.
std::vector<Trial> load_trials(const std::string& path);
// The whole file, atomically.
void save_trials(const std::string& path, const std::vector<Trial>& trials);

// The best of those that came to the end, the first of equals; null where none did.
const Trial* best_of(const std::vector<Trial>& trials);

}  // namespace eqnet::experiments
