// The options of a combobox: filtered locally, or searched on a server 300 ms after the last key; late answers are dropped.
import { useEffect, useMemo, useRef, useState } from 'react'
import { filterOptions, liteFrom, type Option } from './combobox-filter.ts'

export type SearchResult = { options: readonly Option[] /** The number of all that fit, when that is more. */; total?: number }
export type Source = {
  options?: readonly Option[] | undefined
  /** The server's search, for missing options or too many for a local filter. */
  search?: ((text: string, signal: AbortSignal) => Promise<SearchResult>) | undefined
  /** The number of options on the server; from 8,000 there is no row to choose all. */
  total?: number | undefined
}
export type Choices = SearchResult & { loading: boolean; failed: boolean; lite: boolean; retry: () => void }

export function useOptions({ options, search, total }: Source, typed: string, open: boolean): Choices {
  const count = total ?? options?.length ?? 0
  const lite = count >= liteFrom
  const remote = search !== undefined && (options === undefined || lite)
  const [result, setResult] = useState<SearchResult>()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const [attempt, setAttempt] = useState(0)
  const latestSearch = useRef(search)
  latestSearch.current = search
  const hasSearched = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt searches again
  useEffect(() => {
    if (!remote || !open) return
    const controller = new AbortController()
    setState('loading')
    const timer = setTimeout(
      () => {
        hasSearched.current = true
        latestSearch.current?.(typed, controller.signal).then(
          (answer) => {
            if (controller.signal.aborted) return
            setResult(answer)
            setState('idle')
          },
          () => {
            if (!controller.signal.aborted) setState('failed')
          },
        )
      },
      hasSearched.current ? 300 : 0,
    )
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [remote, open, typed, attempt])
  const local = useMemo(() => {
    if (remote || !options) return undefined
    const matches = filterOptions(options, typed)
    // Too many and no server: the first hundred, and a hint to type more.
    return lite ? { options: matches.slice(0, 100), total: matches.length } : { options: matches }
  }, [remote, options, typed, lite])
  return {
    ...(local ?? result ?? { options: [] }),
    loading: remote && (state === 'loading' || (open && !result && state === 'idle')),
    failed: remote && state === 'failed',
    lite,
    retry: () => setAttempt((now) => now + 1),
  }
}
