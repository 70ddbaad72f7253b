// The report of the attacks: a finding is one line with the command to repeat it; passed checks are counted and not printed.

/** One run of one part. */
export type Report = {
  readonly part: string
  passed: number
  failed: number
  /** `held`: the product did as expected. `repeat` is one line with the way to try again. Answers `held`. */
  check(held: boolean, finding: string, repeat: string): boolean
  /** A measured figure or a remark; neither passed nor failed. */
  note(line: string): void
  /** Prints how many findings were counted without a line. */
  end(): void
}

/** The number of printed findings of one kind; the rest are counted. */
const mostOfKind = 4

/** The same mistake at another call or with other figures is of the same kind. */
const kindOf = (finding: string) =>
  finding
    .replace(/\b(GET|HEAD|POST|PUT|DELETE) \S+/g, '')
    .replace(/[0-9a-f-]{30,}|\d+/g, '#')
    .slice(0, 60)

export function createReport(part: string, print: (line: string) => void = console.log): Report {
  const kinds = new Map<string, number>()
  const report: Report = {
    part,
    passed: 0,
    failed: 0,
    check(held, finding, repeat) {
      if (held) {
        report.passed++
        return held
      }
      report.failed++
      const kind = kindOf(finding)
      const before = kinds.get(kind) ?? 0
      kinds.set(kind, before + 1)
      if (before < mostOfKind) print(`FAILED ${part}: ${oneLine(finding)}\n       repeat: ${oneLine(repeat)}`)
      return held
    },
    end() {
      for (const [kind, count] of kinds)
        if (count > mostOfKind) print(`       ${part}: ${count - mostOfKind} more of the kind "${oneLine(kind.trim())}"`)
    },
    note: (line) => print(`       ${part}: ${oneLine(line)}`),
  }
  return report
}

// bodies may hold line ends and escape codes
const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
