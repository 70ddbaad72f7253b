// Counts what the attacks found: a finding is one line with how to repeat it; what held is counted and not printed.

/** One run of one part. */
export type Report = {
  readonly part: string
  passed: number
  failed: number
  /** `held`: the product did as expected. `repeat` says how to try it again, in one line. Answers `held`. */
  check(held: boolean, finding: string, repeat: string): boolean
  /** A measured figure or a remark; neither passed nor failed. */
  note(line: string): void
  /** Says how many findings were counted and not printed. */
  end(): void
}

/** Findings of one kind are printed so often; the rest are counted. */
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

// what people sent may hold line ends and escape codes
const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
