// Exhibits of links.
import { FileText } from 'lucide-react'
import { Button, buttonLook } from '../../ui/button.tsx'
import { exhibit } from '../exhibit.ts'

export default exhibit({
  'in a text': (
    <p className="max-w-(--measure)">
      Read{' '}
      <a href="#link" className="text-accent-text underline">
        the survey of the marsh
      </a>{' '}
      before Friday.
    </p>
  ),
  'in the look of a button': (
    <div className="flex flex-wrap items-center gap-3">
      <a href="#link" className={buttonLook('primary')}>
        Go to Lab report 2
      </a>
      <a href="#link" className={buttonLook('secondary')}>
        Open the course
      </a>
      <a href="#link" className={buttonLook('link')}>
        Open report
      </a>
      <Button variant="link">Forgot your password?</Button>
      <Button variant="link" off="Nothing to open yet">
        Open report
      </Button>
    </div>
  ),
  'over a whole row': (
    <ul className="surface-card">
      <li className="relative flex min-h-(--row) items-center gap-3 px-3.5 hover:bg-hover">
        <FileText aria-hidden size={18} strokeWidth={1.75} />
        <a href="#link" className="stretched min-w-0 flex-1 truncate font-medium">
          Lab report 2: the salinity of the marsh at low tide
        </a>
        <Button size="sm" className="relative z-1">
          Continue
        </Button>
      </li>
    </ul>
  ),
})
