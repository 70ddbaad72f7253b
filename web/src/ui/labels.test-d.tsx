// Type tests that a control without an accessible name does not compile. Only the type checker reads this file.
import { Bell } from 'lucide-react'
import { Button } from './button.tsx'
import { Checkbox } from './fields/checkbox.tsx'
import { Dialog } from './dialogs/dialog.tsx'
import { TextField } from './fields/field.tsx'
import { IconButton } from './icon-button.tsx'
import { ProgressBar } from './progress.tsx'
import { SearchInput } from './fields/search-input.tsx'

const nothing = () => {}

export const named = [
  <Button key="1">Hand in</Button>,
  <IconButton key="2" label="Inbox" icon={Bell} />,
  <TextField key="3" label="Course name" value="" onChange={nothing} />,
]
export const nameless = [
  // @ts-expect-error a button needs its text
  <Button key="1" />,
  // @ts-expect-error a picture is no text
  <Button key="2">{<Bell />}</Button>,
  // @ts-expect-error an icon needs its label
  <IconButton key="3" icon={Bell} />,
  // @ts-expect-error a field needs its label
  <TextField key="4" value="" onChange={nothing} />,
  // @ts-expect-error a box needs its label
  <Checkbox key="5" checked onChange={nothing} />,
  // @ts-expect-error a dialog needs its title
  <Dialog key="6" open onClose={nothing} />,
  // @ts-expect-error a bar needs what it measures
  <ProgressBar key="7" value={3} />,
  // @ts-expect-error a search needs its label
  <SearchInput key="8" value="" onSearch={nothing} />,
]
