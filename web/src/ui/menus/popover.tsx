// A popover behind an icon button (the inbox), loaded like a menu; on a phone a sheet from below. `children` gets `close`.
import type { ComponentType, ReactNode } from 'react'
import type { IconButtonProps } from '../icon-button.tsx'
import { LoadedTrigger, onceLoaded } from './loaded-trigger.tsx'

export type PopoverProps = { trigger: IconButtonProps; label: string; width?: number; children: (close: () => void) => ReactNode }
const panel = onceLoaded<ComponentType<PopoverProps>>(() => import('./popover-panel.tsx'))

/** `prepare` starts to load the panel's content. */
export function Popover({ prepare, ...props }: PopoverProps & { prepare?: () => unknown }) {
  return (
    <LoadedTrigger trigger={{ kind: 'icon', props: props.trigger }} opens="dialog" load={() => Promise.all([panel.load(), prepare?.()])}>
      {() => panel.component && <panel.component {...props} />}
    </LoadedTrigger>
  )
}
