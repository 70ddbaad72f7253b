// The popover itself; only popover.tsx loads it.
import { Popover as HeadlessPopover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { useEffect, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import type { LoadedPopoverProps } from './popover.tsx'

export default function Panel({ trigger, label, width = 440, children, focusNow, openNow }: LoadedPopoverProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focusNow || openNow) button.current?.focus({ preventScroll: true })
    if (openNow) button.current?.click()
    // Only what was wanted before the code came.
  }, [])
  return (
    <HeadlessPopover>
      <PopoverButton as={IconButton} {...trigger} ref={button} />
      <PopoverPanel
        anchor={{ to: 'bottom end', gap: 10, padding: 8 }} focus aria-label={label} role="dialog" style={{ width: `min(${width}px, calc(100vw - 16px))` }}
        className="rise z-(--z-index-menu) flex max-h-[calc(100dvh-64px)] flex-col overflow-hidden rounded-panel bg-raised shadow-float outline-none"
      >
        {({ close }) => <>{children(close)}</>}
      </PopoverPanel>
    </HeadlessPopover>
  )
}
