// The options of a combobox: filtered here, or asked of a server 300 ms after the last key; an answer that comes too late is dropped.
import { useEffect, useMemo, useRef, useState } from 'react'
import { fitting, liteFrom, type Option } from './combobox-filter.ts'

export type Found = { options: readonly Option[] /** How many fit in all, when that is more. */; total?: number }
export type Source = {
  options?: readonly Option[] | undefined
  /** Asked where the options are not given, or are so many that only a server can search them. */
  search?: ((text: string, signal: AbortSignal) => Promise<Found>) | undefined
  /** How many there are on the server; from 8,000 on nothing chooses all. */
  total?: number | undefined
}
export type Choices = Found & { loading: boolean; failed: boolean; lite: boolean; retry: () => void }

export function useOptions({ options, search, total }: Source, typed: string, open: boolean): Choices {
  const count = total ?? options?.length ?? 0
  const lite = count >= liteFrom
  const remote = search !== undefined && (options === undefined || lite)
  const [found, setFound] = useState<Found>()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const [turn, setTurn] = useState(0)
  const ask = useRef(search)
  ask.current = search
  const asked = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks again
  useEffect(() => {
    if (!remote || !open) return
    const stop = new AbortController()
    setState('loading')
    const timer = setTimeout(
      () => {
        asked.current = true
        ask.current?.(typed, stop.signal).then(
          (answer) => {
            if (stop.signal.aborted) return
            setFound(answer)
            setState('idle')
          },
          () => {
            if (!stop.signal.aborted) setState('failed')
          },
        )
      },
      asked.current ? 300 : 0,
    )
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [remote, open, typed, turn])
  const here = useMemo(() => {
    if (remote || !options) return undefined
    const all = fitting(options, typed)
    // So many and no server: the first hundred, and the hint to type more.
    return lite ? { options: all.slice(0, 100), total: all.length } : { options: all }
  }, [remote, options, typed, lite])
  return {
    ...(here ?? found ?? { options: [] }),
    loading: remote && (state === 'loading' || (open && !found && state === 'idle')),
    failed: remote && state === 'failed',
    lite,
    retry: () => setTurn((now) => now + 1),
  }
}
