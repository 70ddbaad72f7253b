// Buttons that leave the page when they are pressed, or while their dialog is open: the focus goes on beside them.
import { useState } from 'react'
import { useKeptFocus } from '../../shell/kept-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { exhibit } from '../exhibit.ts'

function Rows() {
  useKeptFocus()
  const [rows, setRows] = useState(['Ebb', 'Flood', 'Slack'])
  return (
    <div className="flex flex-wrap items-center gap-2">
      <a href="#kept-focus/rows">Above</a>
      {rows.map((row) => (
        <Button key={row} onClick={() => setRows(rows.filter((one) => one !== row))}>
          {row}
        </Button>
      ))}
    </div>
  )
}

/** A button that is there only as long as there is nothing: what its dialog adds takes its place. */
function Begun() {
  useKeptFocus()
  const [added, setAdded] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {added ? <p>High water</p> : <Button onClick={() => setOpen(true)}>Begin</Button>}
      <a href="#kept-focus/begun">Below</a>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Begin"
        footer={
          <Button
            variant="primary"
            onClick={() => {
              setAdded(true)
              setOpen(false)
            }}
          >
            Add
          </Button>
        }
      >
        <p>The water comes and goes.</p>
      </Dialog>
    </div>
  )
}

export default exhibit({ rows: Rows, begun: { alone: true, show: Begun, press: 'Begin' } })
