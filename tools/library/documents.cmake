# Installs the documents for users of ${root} in ${folder}. They keep their folders, so that links between them work;
# links to anything else become plain text, and so do those to CHANGELOG.md, as Debian gives that another name.
set(to_elsewhere "CHANGELOG\\.md|(\\.github|bench|tests|release)/[^)]*|[^):#]*\\.(h|def|py|ts|cc|sh|json)(#[^)]*)?")
foreach(document README.md CHANGELOG.md formats/LIMITS.md formats/SCUMM.md formats/TERMS.md formats/archive/FORMAT.md
        tools/conform/README.md tools/conform/SET.md tools/diff/README.md tools/apply/README.md tools/export/README.md
        tools/find/README.md tools/hd/README.md tools/library/README.md tools/library/javascript/README.md
        tools/library/python/README.md tools/page/README.md tools/program/README.md tools/list/README.md
        tools/sample/README.md)
  file(READ ${root}/${document} text)
  string(REGEX REPLACE "\\[([^]]*)\\]\\((${to_elsewhere})\\)" "\\1" text "${text}")
  string(REGEX REPLACE "\\[([^]]*)\\]\\([^):]*/(${to_elsewhere})\\)" "\\1" text "${text}")
  file(WRITE ${folder}/${document} "${text}")
endforeach()
foreach(image tools/hd/walk.png tools/page/costume.png tools/page/gallery.png tools/sample/hero.gif)
  file(COPY_FILE ${root}/${image} ${folder}/${image})
endforeach()
