// The button after a list of fields that adds a row to it: the new row's first field takes the focus, so that writing goes on.
import { Plus } from 'lucide-react'
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button, type ButtonProps } from '../button.tsx'

const fieldsIn = (part: Element) => [...part.querySelectorAll<HTMLElement>('input, textarea, select')]

/** `onAdd` changes the list at once. */
export function AddButton({ onAdd, ...props }: Omit<ButtonProps, 'icon' | 'onClick'> & { onAdd: () => void }) {
  const add = ({ currentTarget }: MouseEvent) => {
    const part = currentTarget.closest('fieldset, section, form, [role=group], [role=dialog]') ?? document.body
    const known = new Set(fieldsIn(part))
    flushSync(onAdd)
    fieldsIn(part)
      .find((field) => !known.has(field))
      ?.focus()
  }
  return <Button {...props} icon={Plus} onClick={add} />
}
