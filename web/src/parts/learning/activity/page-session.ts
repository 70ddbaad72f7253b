// Pages of a document that are in view: how long each was seen, and their report to the server. Pages seen long enough stay until the server
// has counted them, so none is lost while the connection is down. Without React.

export type PageRanges = readonly (readonly number[])[]
export type PagePorts = {
  /** The pages that count so far. */
  report: (pages: number[]) => Promise<PageRanges>
  /** Reports while the page unloads; its answer is not read. */
  leave: (pages: number[]) => void
  now: () => number
  /** false: the server takes no report of this play session any more. */
  isTransient: (error: unknown) => boolean
}

/** As the server counts. */
const millisecondsPerPage = 2000
/** A step beyond it is a sleeping device, not somebody who reads. */
const longestStep = 1500
/** Between two reports while pages are being read. */
const pause = 4000
const mostPages = 500

export function createPageSession(ports: PagePorts, start: PageRanges) {
  let counted = start
  let visible: readonly number[] = []
  let last = ports.now()
  let reportedAt = Number.NEGATIVE_INFINITY
  let ended = false
  let reporting = false
  const seen = new Map<number, number>()
  const unreported = new Set<number>()
  const counts = (page: number) => counted.some(([first = 0, to = 0]) => first <= page && page <= to)

  /** The time since the last step belongs to the pages in view, in equal shares. */
  const step = () => {
    const now = ports.now()
    const elapsed = now - last
    last = now
    const reading = visible.filter((page) => !counts(page) && !unreported.has(page))
    if (elapsed > longestStep) return
    for (const page of reading) {
      const time = (seen.get(page) ?? 0) + elapsed / reading.length
      seen.set(page, time)
      if (time >= millisecondsPerPage) unreported.add(page)
    }
  }
  const take = () => [...unreported].sort((a, b) => a - b).slice(0, mostPages)

  async function flush(): Promise<void> {
    if (reporting || ended || unreported.size === 0) return
    reporting = true
    reportedAt = ports.now()
    try {
      counted = await ports.report(take())
      for (const page of unreported) if (counts(page)) unreported.delete(page)
    } catch (error) {
      if (!ports.isTransient(error)) {
        ended = true
        unreported.clear()
      }
    } finally {
      reporting = false
    }
  }

  return {
    /** These pages are in view from now on. */
    show: (pages: readonly number[]) => {
      step()
      visible = pages
    },
    /** Called twice a second while the tab is visible. */
    tick: () => {
      step()
      if (ports.now() - reportedAt >= pause) void flush()
    },
    flush,
    leave: () => {
      if (!ended && unreported.size > 0) ports.leave(take())
    },
  }
}
export type PageSession = ReturnType<typeof createPageSession>
