// The frame of an exam and of class mode: title, status (time, save state, people present) and one way out; no navigation, search or
// notifications. The page has the rest of the window.
import type { ReactNode } from 'react'
import { Glyph } from '../ui/marks/brand.tsx'
import { classes } from '../ui/class-names.ts'

export function PlainShell({
  kind,
  title,
  meta,
  matters,
  wayOut,
  banner,
  children,
}: {
  /** The bar of a class is larger: it is read from the last row. */
  kind: 'exam' | 'class'
  title: string
  meta?: string
  matters?: ReactNode
  /** The only button: hand in, end class. */
  wayOut: ReactNode
  /** One at a time, across the page: offline before anything else. */
  banner?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header
        className={classes(
          'sticky top-0 z-(--z-index-shell) flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-5 py-2 max-tablet:px-4 [@media(max-height:400px)]:static',
          kind === 'exam' ? 'min-h-14' : 'min-h-16',
        )}
      >
        <span aria-hidden className="max-tablet:hidden">
          <Glyph />
        </span>
        <h1 className={classes('min-w-0 truncate font-title font-bold', kind === 'exam' ? 'text-title' : 'text-day')}>{title}</h1>
        {meta && <p className="truncate text-small text-text-3 max-tablet:hidden">{meta}</p>}
        <div className="ml-auto flex flex-wrap items-center gap-3">
          {matters}
          {wayOut}
        </div>
      </header>
      {banner}
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
    </div>
  )
}
