// A panel beside an element that is no button of its own (a cell, a column's head): below it where there is room, else above; on a phone a sheet
// from below. Escape, a press outside and the cross close it; the focus goes back to the element.
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { sheetClasses, usePhone, Veil } from './phone.tsx'

type Position = { left: number; top: number; maxHeight: number }
const gap = 4
const margin = 8

/** `find`: the element, which may be drawn anew while the panel is open. */
export function AnchoredPanel({
  find,
  title,
  width = 320,
  onClose,
  children,
}: {
  find: () => Element | null
  title: string
  width?: number
  onClose: () => void
  children: ReactNode
}) {
  const t = useTexts('ui')
  const isPhone = usePhone()
  const panel = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<Position>()
  const latest = useRef({ find, onClose })
  latest.current = { find, onClose }

  useLayoutEffect(() => {
    if (isPhone) return setPosition(undefined)
    const place = () => {
      const at = latest.current.find()?.getBoundingClientRect()
      const own = panel.current?.scrollHeight ?? 0
      if (!at) return
      const below = window.innerHeight - at.bottom - gap - margin
      const above = at.top - gap - margin
      const goesBelow = below >= Math.min(own, 280) || below >= above
      const maxHeight = Math.max(160, goesBelow ? below : above)
      setPosition((before) => {
        const next = {
          left: Math.round(Math.min(Math.max(margin, at.left), window.innerWidth - width - margin)),
          top: Math.round(goesBelow ? at.bottom + gap : Math.max(margin, at.top - gap - Math.min(own, maxHeight))),
          maxHeight: Math.round(maxHeight),
        }
        return before && before.left === next.left && before.top === next.top && before.maxHeight === next.maxHeight ? before : next
      })
    }
    place()
    const observer = new ResizeObserver(place)
    if (panel.current) for (const child of [panel.current, ...panel.current.children]) observer.observe(child)
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
    }
  }, [isPhone, width])

  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    const onPointerDown = ({ target }: PointerEvent) => {
      // a dialog or a menu that was opened from here lies beside it
      if (
        target instanceof Element &&
        !panel.current?.contains(target) &&
        !target.closest('[role=dialog], [role=menu], [role=listbox], #above')
      )
        latest.current.onClose()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [])
  const close = () => {
    onClose()
    const element = find()
    if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  }
  return createPortal(
    <>
      {isPhone && <Veil />}
      <div
        ref={panel}
        role="dialog"
        aria-label={title}
        tabIndex={-1}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape' && !event.defaultPrevented) close()
        }}
        style={isPhone ? undefined : { width, ...(position ?? { left: 0, top: 0, visibility: 'hidden' as const }) }}
        className={classes(
          'overflow-y-auto outline-none',
          isPhone ? sheetClasses : 'rise fixed z-(--z-index-menu) rounded-panel bg-raised shadow-float',
        )}
      >
        <div className="p-4 pt-3">
          <div className="mb-1.5 flex items-start gap-2">
            <h2 className="min-w-0 flex-1 pt-1 text-section font-semibold wrap-break-word">{title}</h2>
            <IconButton label={t('close')} icon={X} size="sm" onClick={close} />
          </div>
          {children}
        </div>
      </div>
    </>,
    document.body,
  )
}
