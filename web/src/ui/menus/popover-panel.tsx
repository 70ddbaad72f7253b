// The panel of a popover; only popover.tsx loads it.
import { Popover as HeadlessPopover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../icon-button.tsx'
import { sheetClasses, usePhone, Veil } from '../dialogs/phone.tsx'
import type { PopoverProps } from './popover.tsx'

export default function Panel({ trigger, label, width = 440, children }: PopoverProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isPhone = usePhone()
  const wasOpened = useRef(false)
  // It was loaded by a click on its trigger: open it once; a second click would close it.
  useEffect(() => {
    if (wasOpened.current) return
    wasOpened.current = true
    button.current?.focus({ preventScroll: true })
    button.current?.click()
  }, [])
  return (
    <HeadlessPopover>
      {({ open }) => (
        <>
          {open && isPhone && <Veil />}
          <PopoverButton as={IconButton} {...trigger} ref={button} />
          <PopoverPanel
            portal
            anchor={isPhone ? undefined : { to: 'bottom end', gap: 10, padding: 8 }}
            focus
            aria-label={label}
            role="dialog"
            style={isPhone ? undefined : { width }}
            className={
              isPhone
                ? `${sheetClasses} flex flex-col overflow-hidden`
                : 'rise z-(--z-index-menu) flex max-h-[calc(100dvh-64px)] flex-col overflow-hidden rounded-panel bg-raised shadow-float outline-none'
            }
          >
            {({ close }) => <>{children(close)}</>}
          </PopoverPanel>
        </>
      )}
    </HeadlessPopover>
  )
}
