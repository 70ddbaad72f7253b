// The panel of a dialog or drawer; only dialog.tsx loads it.
import { Description, Dialog as HeadlessDialog, DialogPanel, DialogTitle } from '@headlessui/react'
import { X } from 'lucide-react'
import { type FocusEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../button.tsx'
import { classes } from '../class-names.ts'
import type { DialogProps } from './dialog.tsx'
import { showAlerts } from './first-fault.ts'
import { IconButton } from '../icon-button.tsx'
import { PrimaryOff, TextFiles, useTextFiles } from '../text-files.ts'

const widths = {
  416: 'tablet:max-w-[416px]',
  560: 'tablet:max-w-[560px]',
  720: 'tablet:max-w-[720px]',
  900: 'tablet:max-w-[900px]',
} as const

/** The first that is shown: narrow windows hide some. */
const firstShown = (element: Element, controls: string): HTMLElement | undefined =>
  [...element.querySelectorAll<HTMLElement>(controls)].find((one) => one.getClientRects().length > 0)

/** Whether the body scrolls and shows no control to focus; then it takes the focus itself, so that the arrow keys scroll it. */
function useScrolls(element: HTMLDivElement | null) {
  const [scrolls, setScrolls] = useState(false)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () =>
      setScrolls(element.scrollHeight > element.clientHeight + 1 && !firstShown(element, 'a[href], button, input, select, textarea'))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    measure()
    return () => observer.disconnect()
  }, [element])
  return scrolls
}

/**
 * The focus of a dialog that opens. Under a finger, and where it takes the place of another one, Headless UI gives it to the dialog itself: a field
 * with autoFocus would be left before anything is written, and the menu that opened the dialog would take the focus back behind it.
 */
function useOpeningFocus() {
  const left = useRef<EventTarget | null>(null)
  const opening = useRef(true)
  const begin = () => {
    opening.current = false
  }
  return {
    onBlurCapture: (event: FocusEvent) => {
      if (!opening.current || event.relatedTarget !== event.currentTarget) return
      left.current = event.target
      event.stopPropagation()
    },
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      if (!opening.current || target !== currentTarget) return
      opening.current = false
      const first = left.current ?? firstShown(target, 'button, a[href]')
      if (first instanceof HTMLElement) first.focus({ preventScroll: true })
    },
    onPointerDownCapture: begin,
    onKeyDownCapture: begin,
  }
}

export default function Panel({
  onClose,
  title,
  description,
  width = 560,
  top = false,
  whole = false,
  changed = false,
  children,
  footer,
  drawer = false,
}: DialogProps & { drawer?: boolean }) {
  const t = useTexts('ui')
  const [confirmsClose, setConfirmsClose] = useState(false)
  const files = useTextFiles()
  const close = () => {
    if ((changed || files.off) && !confirmsClose) setConfirmsClose(true)
    else onClose()
  }
  const [body, setBody] = useState<HTMLDivElement | null>(null)
  const scrolls = useScrolls(body)
  // the panel is placed after the first effects have run
  const frame = useCallback((element: HTMLDivElement | null) => {
    setBody(element)
    return element ? showAlerts(element) : undefined
  }, [])
  const openingFocus = useOpeningFocus()
  const isSmall = width === 416 && !drawer && !whole
  return (
    <HeadlessDialog open onClose={close} {...openingFocus} className="fixed inset-0 z-(--z-index-dialog)">
      <div aria-hidden className="fixed inset-0 bg-[rgb(15_21_23/.38)]" />
      <div
        className={classes(
          'fixed inset-0 flex overflow-y-auto',
          drawer ? 'justify-end' : 'items-end justify-center',
          !drawer && !whole && 'tablet:p-6',
          !drawer && (top ? 'tablet:items-start tablet:pt-[85px]' : 'tablet:items-center'),
        )}
      >
        <DialogPanel
          className={classes(
            'flex w-full flex-col bg-raised shadow-float',
            drawer ? 'slide h-dvh tablet:max-w-[480px]' : whole ? 'rise h-dvh' : 'rise tablet:rounded-panel',
            !drawer && !whole && widths[width],
            !drawer && !whole && (top ? 'tablet:max-h-[calc(100dvh-109px)]' : 'tablet:max-h-[calc(100dvh-48px)]'),
            isSmall ? 'max-tablet:max-h-dvh max-tablet:rounded-t-panel max-tablet:pb-[env(safe-area-inset-bottom)]' : 'max-tablet:h-dvh',
          )}
        >
          <div className="flex items-start gap-3 px-5 pt-4">
            <div className="min-w-0 flex-1">
              {/* as high as the button beside it, which stands at its first line */}
              <DialogTitle
                className={classes('font-title text-title font-bold', !isSmall && 'pt-[max(0px,calc((var(--control)-var(--lh-title))/2))]')}
              >
                {title}
              </DialogTitle>
              {description && <Description className="text-body text-text-2">{description}</Description>}
            </div>
            {!isSmall && <IconButton label={t('close')} icon={X} onClick={close} className="-mr-2" />}
          </div>
          {children && (
            <div
              ref={frame}
              {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': title })}
              className={classes('min-h-0 flex-1 overflow-y-auto px-5 pt-3 [--table-top:0px]', footer || confirmsClose ? 'pb-1' : 'pb-5')}
            >
              <TextFiles value={files.register}>{children}</TextFiles>
            </div>
          )}
          <div
            data-buttons
            className={classes(
              'flex flex-wrap items-center justify-end gap-2 px-5 pb-5 empty:hidden',
              drawer ? 'border-t border-line pt-4' : 'pt-3',
            )}
          >
            {confirmsClose ? (
              <div role="alert" className="flex flex-1 flex-wrap items-center justify-end gap-2">
                <span className="flex-1 text-small text-text-2">{t('leaveChanges')}</span>
                <Button autoFocus onClick={() => setConfirmsClose(false)}>
                  {t('keepEditing')}
                </Button>
                <Button variant="danger" onClick={onClose}>
                  {t('discard')}
                </Button>
              </div>
            ) : (
              <PrimaryOff value={files.off}>{footer}</PrimaryOff>
            )}
          </div>
        </DialogPanel>
      </div>
    </HeadlessDialog>
  )
}
