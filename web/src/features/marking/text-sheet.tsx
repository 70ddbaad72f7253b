// A written work, or a file of code, as a sheet: its marks belong to its characters, so that they hold in every window.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { query } from '../../queries.ts'
import { RichText } from '../../ui/text/rich-text.tsx'
import { SkeletonText } from '../../ui/states.tsx'
import type { Size } from '../../anchors/geometry.ts'

/** CSS pixels of a sheet at scale 1: as wide as paper. */
const paper = 760
/** A longer file is shown by the viewer, without marks. */
export const longestCode = 200_000

export type Characters = { root: () => HTMLElement | null; ready: unknown }

export function TextSheet({
  html,
  code,
  scale,
  label,
  flows = false,
  files,
  layer,
  onFit,
}: {
  html?: string
  /** A file of text, by its grant. */
  code?: { id: string; grant: string }
  /** undefined: as wide as its place. */
  scale: number | undefined
  label: string
  /** As wide as its place with letters of their own size, where no mark needs the paper's lines. */
  flows?: boolean
  files?: ReadonlyMap<string, string>
  layer: (shown: Size, characters: Characters) => ReactNode
  onFit: (scale: number) => void
}) {
  const { data } = useQuery({
    ...query('GET /api/uploads/:id/text', { params: { id: code?.id ?? '' }, query: { grant: code?.grant ?? '' } }),
    enabled: code !== undefined,
    staleTime: 3_600_000,
  })
  const root = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const [ratio, setRatio] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const box = sheet.current?.getBoundingClientRect()
      if (box?.width) setRatio(box.height / box.width)
    }
    measure()
    if (!sheet.current) return
    const observer = new ResizeObserver(measure)
    observer.observe(sheet.current)
    return () => observer.disconnect()
  }, [html, data?.text])
  const region = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(paper)
  useLayoutEffect(() => {
    if (!region.current) return
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? paper))
    observer.observe(region.current)
    return () => observer.disconnect()
  }, [])
  const fit = flows ? 1 : Math.min(1.2, Math.max(0.2, room / paper))
  const zoom = scale ?? fit
  const width = flows ? room / zoom : paper
  const height = Math.round(ratio * width)
  useEffect(() => onFit(fit), [fit])
  useEffect(() => {
    // an arrow without braces would answer the promise that scrolling is in newer browsers
    region.current?.scrollTo(0, 0)
  }, [html, code?.id])
  const text = code ? data?.text : html
  return (
    <div
      ref={region}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={label}
      className="h-full overflow-auto bg-sunken px-4 py-3 max-tablet:px-2 focus-visible:-outline-offset-2"
    >
      <div ref={sheet} style={{ width, zoom }} className="paper relative mx-auto min-h-[480px] bg-[#fff] text-[#20262b] shadow-popover">
        {text === undefined ? (
          <SkeletonText lines={6} className="p-12" />
        ) : (
          <>
            <div ref={root} className={flows ? 'px-5 py-6' : 'px-12 py-10'} lang={code ? undefined : ''}>
              {code ? (
                <pre className="font-mono text-small leading-[1.6] whitespace-pre-wrap wrap-break-word">{text.slice(0, longestCode)}</pre>
              ) : (
                <RichText html={text} {...(files && { files })} />
              )}
            </div>
            {height > 0 && layer({ width, height }, { root: () => root.current, ready: `${height} ${text.length}` })}
          </>
        )}
      </div>
    </div>
  )
}
