// Exhibits of the confirmation.
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { exhibit } from '../exhibit.ts'

function DeleteConfirm() {
  const [open, setOpen] = useState(false)
  const [done, setDone] = useState('')
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete 3 activities</Button>
      <output>{done}</output>
      <Confirm
        open={open}
        danger
        title="Delete 3 activities?"
        description="18 students have handed in Lab report 2. Their work and marks go with it."
        confirmLabel="Delete 3"
        cancelLabel="Keep them"
        onConfirm={async () => {
          await new Promise((passed) => setTimeout(passed, 300))
          setDone('deleted')
          setOpen(false)
        }}
        onClose={() => {
          setDone('kept')
          setOpen(false)
        }}
      />
    </>
  )
}

const PublishConfirm = () => (
  <Confirm
    open
    title="Publish 3 activities?"
    description="Students of Marine Biology II see them at once and are told of it. You can take them back as long as nobody has handed in."
    confirmLabel="Publish 3 activities"
    onConfirm={() => new Promise(() => {})}
    onClose={() => {}}
  />
)

export default exhibit({
  'without danger': { alone: true, show: PublishConfirm, until: 'dialog[open]' },
  busy: { alone: true, show: PublishConfirm, press: 'Publish 3 activities', until: 'dialog[open] [aria-busy=true]' },
  open: { alone: true, show: DeleteConfirm, press: 'Delete 3 activities', until: 'dialog[open]' },
})
