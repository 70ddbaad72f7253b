// The way back, at the left end of a page's header.
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Tooltip } from '../../../ui/tooltip.tsx'

/** `label` says where it leads. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <Tooltip text={label} labels>
    <Link
      to={to}
      aria-label={label}
      className="inline-flex size-(--control) shrink-0 items-center justify-center rounded-control text-text-2 hover:bg-hover hover:text-text"
    >
      <ArrowLeft aria-hidden size={18} strokeWidth={1.75} />
    </Link>
  </Tooltip>
)
