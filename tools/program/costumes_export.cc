#include "tools/program/costumes_export.h"

#include <mutex>
#include <utility>

#include <fmt/core.h>

#include "formats/bytes.h"
#include "pipeline/parallel.h"
#include "tools/list/rows.h"

namespace wardrobe {

CostumesExport::CostumesExport(const OpenArchive& open, const ExportFormat& format,
                               const ExportOptions& options, std::vector<uint32_t> costumes,
                               std::vector<std::string> names, GiveFile give)
    : open_(open),
      format_(format),
      options_(options),
      costumes_(std::move(costumes)),
      give_(std::move(give)),
      names_(std::move(names)),
      made_(costumes_.size()) {}

Status CostumesExport::run(size_t threads, bool quiet) {
  ProgressLine progress(!quiet);
  run_with_threads(threads, [&] {
    std::vector<ExportWorker> workers;
    for (size_t i = 0; i < worker_count(); ++i) workers.emplace_back(open_.archive, options_.names);
    if (threads == 1) {
      for (size_t i = 0; i < costumes_.size(); ++i) add(i, workers[0], progress);
      return;
    }
    parallel_for(costumes_.size(),
                 [&](size_t i, size_t worker) { add(i, workers[worker], progress); });
  });
  return status_ ? finish() : status_;
}

void CostumesExport::add(size_t i, ExportWorker& worker, ProgressLine& progress) {
  if (stopped_) return;
  const std::string& name = names_[costumes_[i]];
  bool given = false;
  Result<CostumeExport> made = export_costume(*format_.costume, worker, costumes_[i], name,
                                              options_, [&](const std::string& file, Bytes bytes) {
                                                given = true;
                                                return give(file, bytes);
                                              });
  if (!made) {
    made = Error{made.error().code, kNoOffset, describe(name, made.error())};
    if (given) stop(made.error());
  }
  made_[i] = std::move(made);
  progress.show(fmt::format("costume {} of {}", ++done_, made_.size()));
}

Status CostumesExport::give(const std::string& name, Bytes bytes) {
  Status given = give_(name, bytes);
  if (!given) stop(given.error());
  ++files_;
  bytes_ += bytes.size();
  return given;
}

void CostumesExport::stop(const Error& error) {
  const std::lock_guard lock(mutex_);
  if (!stopped_.exchange(true)) status_ = error;
}

Status CostumesExport::finish() {
  std::vector<CostumeExport> made;
  std::vector<std::string> failures;
  for (size_t i = 0; i < made_.size(); ++i) {
    if (!*made_[i]) {
      failures.push_back(made_[i]->error().message);
      continue;
    }
    const CostumeExport& costume = made.emplace_back(**std::move(made_[i]));
    if (costume.note.empty()) continue;
    remarks_.push_back(fmt::format("{}: {}", names_[costumes_[i]], costume.note));
  }
  complete_ = failures.empty();
  remarks_.insert(remarks_.end(), failures.begin(), failures.end());
  if (format_.costume == CostumeFormat::hd && !made.empty()) {
    const ByteSource& file = open_.archive.file();
    std::vector<uint8_t> bytes(static_cast<size_t>(file.size()));
    TRY(file.read(0, bytes));
    TRY(give(kOriginalName, bytes));
    made.emplace_back().written = json_line(file_row(kOriginalName, xxh64(bytes)));
    made.back().written.pop_back();  // the end of the line
  }
  return give_index(open_.tables, format_.name, made, options_.scale,
                    [&](const std::string& name, Bytes bytes) { return give(name, bytes); });
}

}  // namespace wardrobe
