// What somebody types into a text field: reported trimmed, shown as typed until the field is left, and neither while an input method
// composes ("Marine Biology" and 海洋 can be typed).
import { type CompositionEvent, useRef, useState } from 'react'

/** What the field shows: the typed text as long as it means the value, else the value (a form that was filled, or changed what was typed). */
export const shownText = (typed: string, value: string, composing: boolean, trims = true): string =>
  composing || (trims ? typed.trim() : typed) === value ? typed : value

export function useTyped(value: string, onChange: (value: string) => void, trims = true) {
  const [typed, setTyped] = useState(value)
  const [composing, setComposing] = useState(false)
  const reported = useRef(value)
  reported.current = value
  const report = (text: string) => {
    const next = trims ? text.trim() : text
    setTyped(text)
    if (next !== reported.current) onChange(next)
  }
  return {
    shown: shownText(typed, value, composing, trims),
    wire: {
      onChange: (event: { target: { value: string } }) => (composing ? setTyped(event.target.value) : report(event.target.value)),
      onCompositionStart: (event: CompositionEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        setTyped(event.currentTarget.value)
        setComposing(true)
      },
      onCompositionEnd: (event: CompositionEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        setComposing(false)
        report(event.currentTarget.value)
      },
    },
    /** On leaving: spaces at the ends go from what is shown. */
    leave: () => {
      setComposing(false)
      setTyped(reported.current)
    },
  }
}
