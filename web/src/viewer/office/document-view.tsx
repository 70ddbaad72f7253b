// A text document drawn by the page: one column that fits the screen.
import { useEffect, useRef } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../../ui/class-names.ts'
import type { StageProps } from '../stage.ts'
import type { OfficeDocument } from './document-content.ts'
import { documentNodes } from './document-html.ts'
import '../../ui/text/rich-text.css'

export function DocumentView({ document: content, view, zoom, flows }: StageProps & { document: OfficeDocument }) {
  const t = useTexts('viewer')
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const urls: string[] = []
    sheet.current?.replaceChildren(documentNodes(content.html, content.pictures, urls))
    for (const table of sheet.current?.querySelectorAll('table') ?? []) {
      if (table.parentElement?.closest('table')) continue
      const frame = document.createElement('div')
      frame.className = 'rich-table'
      frame.tabIndex = 0
      frame.setAttribute('role', 'group')
      frame.setAttribute('aria-label', t('table'))
      table.replaceWith(frame)
      frame.append(table)
    }
    // the address of the page has a hash of its own
    const element = sheet.current
    const follow = (event: MouseEvent) => {
      const target = (event.target as Element).closest('a')?.getAttribute('href')
      if (!target?.startsWith('#')) return
      event.preventDefault()
      element?.querySelector(`[id="${CSS.escape(target.slice(1))}"]`)?.scrollIntoView({ block: 'center' })
    }
    element?.addEventListener('click', follow)
    return () => {
      element?.removeEventListener('click', follow)
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [content])
  const isEmpty = content.html.trim() === ''
  return (
    <div
      role="region"
      aria-label={view.name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className={classes('bg-sunken px-4 py-3 focus-visible:-outline-offset-2 max-tablet:p-0', !flows && 'h-full overflow-auto')}
    >
      <p className="mx-auto mb-2 max-w-[820px] text-caption text-text-2 max-tablet:mb-0 max-tablet:px-4 max-tablet:py-2">
        {t(isEmpty ? 'emptyDocument' : 'simplified')}
      </p>
      <div
        ref={sheet}
        hidden={isEmpty}
        style={zoom === undefined ? undefined : { zoom }}
        className="rich-text mx-auto max-w-[820px] bg-surface p-10 text-read shadow-popover max-tablet:px-4 max-tablet:py-5 max-tablet:shadow-none"
      />
    </div>
  )
}
