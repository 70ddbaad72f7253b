// The popover itself; only popover.tsx loads it.
import { Popover as HeadlessPopover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { useEffect, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { sheet, usePhone, Veil } from './phone.tsx'
import type { PopoverProps } from './popover.tsx'

export default function Panel({ trigger, label, width = 440, children }: PopoverProps) {
  const button = useRef<HTMLButtonElement>(null)
  const phone = usePhone()
  const opened = useRef(false)
  // It came because it is to be opened; a second click would close it.
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    button.current?.focus({ preventScroll: true })
    button.current?.click()
  }, [])
  return (
    <HeadlessPopover>
      {({ open }) => (
        <>
          {open && phone && <Veil />}
          <PopoverButton as={IconButton} {...trigger} ref={button} />
          <PopoverPanel
            portal
            anchor={phone ? undefined : { to: 'bottom end', gap: 10, padding: 8 }}
            focus
            aria-label={label}
            role="dialog"
            style={phone ? undefined : { width }}
            className={
              phone
                ? `${sheet} flex flex-col overflow-hidden`
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
