// Exhibits of dialogs and drawers.
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, Drawer } from '../../ui/dialogs/dialog.tsx'
import { exhibit } from '../exhibit.ts'

const ignore = () => {}
const buttons = (
  <>
    <Button autoFocus>Cancel</Button>
    <Button variant="primary">Save</Button>
  </>
)
const wide = (width: 416 | 560 | 720 | 900) => ({
  alone: true as const,
  show: (
    <Dialog open onClose={ignore} title="Name of the module" description="Students see it at once." width={width} footer={buttons}>
      <p>What stands in the dialog.</p>
    </Dialog>
  ),
})

function Changed() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Edit module" changed footer={buttons}>
        <p>Something was typed here.</p>
      </Dialog>
    </>
  )
}

export default exhibit({
  416: wide(416),
  560: wide(560),
  720: wide(720),
  900: wide(900),
  'the whole window': {
    alone: true,
    show: (
      <Dialog open whole onClose={ignore} title="Marine Biology" description="For a projector.">
        <p>What everybody in the room sees.</p>
      </Dialog>
    ),
  },
  'at the top': {
    alone: true,
    show: (
      <Dialog open top onClose={ignore} title="Choose a course package" width={900} footer={buttons}>
        <p>85 px from the top.</p>
      </Dialog>
    ),
  },
  'more than fits': {
    alone: true,
    show: (
      <Dialog
        open
        onClose={ignore}
        title="What the tide brings to the salt marsh and what it takes away again"
        width={416}
        footer={buttons}
      >
        {/* no control to get into it by */}
        <button type="button" className="hidden">
          More
        </button>
        {Array.from({ length: 30 }, (_, i) => (
          <p key={i} className="mb-3">
            Line {i + 1}: twice a day the sea comes home.
          </p>
        ))}
      </Dialog>
    ),
  },
  'asking before it closes': {
    alone: true,
    show: (
      <Dialog open changed onClose={ignore} title="Edit module" footer={buttons}>
        <p>Something was typed here.</p>
      </Dialog>
    ),
    press: 'Close',
    until: '[role=dialog] [role=alert]',
  },
  changed: { alone: true, show: Changed, press: 'Edit' },
  drawer: {
    alone: true,
    show: (
      <Drawer open onClose={ignore} title="Farah Aziz" footer={buttons}>
        <p>Details beside a list.</p>
      </Drawer>
    ),
  },
})
