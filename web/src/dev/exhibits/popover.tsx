// Exhibits of the popover.
import { Bell } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/menus/popover.tsx'
import { exhibit } from '../exhibit.ts'

const Inbox = () => (
  <Popover trigger={{ label: 'Inbox', icon: Bell }} label="Inbox" width={320}>
    {(close) => (
      <div className="space-y-2 p-4">
        <p>Nothing new.</p>
        <Button onClick={close}>Done</Button>
      </div>
    )}
  </Popover>
)

export default exhibit({ closed: Inbox, open: { alone: true, show: Inbox, press: 'Inbox' } })
