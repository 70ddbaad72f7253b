// Rows that leave their list when they are pressed: the focus goes on beside them.
import { useState } from 'react'
import { useKeptFocus } from '../../shell/kept-focus.ts'
import { Button } from '../../ui/button.tsx'
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

export default exhibit({ rows: Rows })
