// Items of a menu, in groups.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ActionName } from '../../actions.ts'

export type MenuItem = {
  label: string
  icon?: LucideIcon
  /** The address of a link; with `onSelect` too, that handles a plain click. */
  href?: string
  onSelect?: () => void
  /** Shows a tick. */
  current?: boolean
  danger?: boolean
  /** A line below the label that says more. */
  about?: string
  /** The reason why it is disabled; shown below the label. */
  off?: string | undefined
  /** At the end: a chip or a count. */
  end?: ReactNode
  lang?: string
  action?: ActionName
}
export type MenuGroup = { heading?: string; items: MenuItem[] }
