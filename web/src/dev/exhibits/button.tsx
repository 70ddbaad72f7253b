// Exhibits of buttons and icon buttons.
import { Bell, ChevronDown, Plus, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { CountBadge, IconButton } from '../../ui/icon-button.tsx'
import { exhibit } from '../exhibit.ts'

const Row = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap items-center gap-3">{children}</div>

export default exhibit({
  variants: (
    <Row>
      <Button variant="primary">Hand in</Button>
      <Button>Save draft</Button>
      <Button variant="quiet">Cancel</Button>
      <Button variant="soft">Open</Button>
      <Button variant="danger">Delete 3 items</Button>
      <Button variant="link">Open report</Button>
    </Row>
  ),
  'busy and off': (
    <Row>
      <Button busy>Save draft</Button>
      <Button variant="soft" busy>
        Open
      </Button>
      <Button variant="danger" busy>
        Delete 3 items
      </Button>
      <Button variant="primary" size="sm" off="Nothing is chosen">
        Publish
      </Button>
      <Button variant="primary" busy>
        Hand in
      </Button>
      <Button off="The deadline has passed">Hand in</Button>
    </Row>
  ),
  'sizes and icons': (
    <Row>
      <Button size="sm" icon={Plus}>
        Add
      </Button>
      <Button icon={Plus}>Add</Button>
      <Button variant="primary" icon={Plus} trailing={ChevronDown}>
        Add
      </Button>
      <Button size="lg" variant="primary">
        Touch 44
      </Button>
    </Row>
  ),
  'icon buttons': (
    <Row>
      <IconButton icon={Settings} label="Settings" />
      <IconButton icon={Settings} label="Settings, bordered" variant="bordered" />
      <IconButton icon={Settings} label="Settings, pressed" pressed />
      <IconButton icon={Settings} label="Settings, off" off="Only teachers change this" />
      <IconButton icon={Settings} label="Settings, small" size="sm" iconSize={16} />
      <IconButton icon={Bell} label="Inbox, 3 new" badge={<CountBadge count={3} />} />
      <IconButton icon={Bell} label="Inbox, 120 new" badge={<CountBadge count={120} />} />
    </Row>
  ),
})
