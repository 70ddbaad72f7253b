// In place of a page with a header of its own until it is loaded.
import type { ReactNode } from 'react'
import { Bone } from '../../../ui/states.tsx'

/** `className` lays the children out, which stand for what is below the header. */
export const PageWaiting = ({ className = 'p-6', children }: { className?: string; children?: ReactNode }) => (
  <div className="late">
    <div className="flex min-h-14 items-center gap-4 border-b border-line bg-surface px-5">
      <Bone className="size-5" />
      <Bone className="h-5 w-56" />
    </div>
    <div className={className}>{children ?? <Bone className="h-80 max-w-[860px]" />}</div>
  </div>
)
