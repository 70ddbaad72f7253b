import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { exhibit } from '../exhibit.ts'

const nothing = () => {}
const buttons = (
  <>
    <Button autoFocus>Cancel</Button>
    <Button variant="primary">Save</Button>
  </>
)
const wide = (width: 416 | 560 | 720 | 900) => ({
  alone: true as const,
  show: (
    <Dialog open onClose={nothing} title="Name of the module" description="Students see it at once." width={width} footer={buttons}>
      <p>What stands in the dialog.</p>
    </Dialog>
  ),
})

export default exhibit({
  416: wide(416),
  560: wide(560),
  720: wide(720),
  900: wide(900),
})
