import { Plus, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
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
    </Row>
  ),
})
