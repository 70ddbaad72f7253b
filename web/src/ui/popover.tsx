// A popover behind an icon button (the inbox), loaded like a menu; on a phone it is a sheet from below. `children` gets `close`.
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton, type IconButtonProps } from './icon-button.tsx'

export type PopoverProps = { trigger: IconButtonProps; label: string; width?: number; children: (close: () => void) => ReactNode }
export type LoadedPopoverProps = PopoverProps & { focusNow: boolean; openNow: boolean }

let Loaded: ComponentType<LoadedPopoverProps> | undefined
let loading: Promise<unknown> | undefined
const load = () =>
  (loading ??= import('./popover-panel.tsx').then(
    (module) => {
      Loaded = module.default
    },
    () => {
      loading = undefined
    },
  ))

/** `prepare` starts loading what the panel shows. */
export function Popover({ prepare: also, ...props }: PopoverProps & { prepare?: () => unknown }) {
  const [ready, setReady] = useState(false)
  const [openNow, setOpenNow] = useState(false)
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  // Hovering only loads: a button that were replaced between press and release would lose the click.
  const prepare = () => Promise.all([load(), also?.()])
  const open = () =>
    void prepare().then(() => {
      if (!alive.current || !Loaded) return
      setOpenNow(true)
      setReady(true)
    })
  if (ready && Loaded) return <Loaded {...props} focusNow={openNow} openNow={openNow} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to its button, to load what the button will need
    <span className="contents" onPointerEnter={prepare} onFocus={prepare} onTouchStart={prepare}>
      <IconButton {...props.trigger} aria-haspopup="dialog" aria-expanded={false} onClick={open} />
    </span>
  )
}
