// The state of a text input: values are reported trimmed and shown as typed until the input loses the focus, and never reported while an
// input method composes ("Marine Biology" and 海洋 can be typed).
import { type CompositionEvent, useRef, useState } from 'react'

/** The displayed text: the typed one as long as it stands for the value, else the value (changed by the form). */
export const displayedText = (typed: string, value: string, composing: boolean, trims = true): string =>
  composing || (trims ? typed.trim() : typed) === value ? typed : value

export function useTextInput(value: string, onChange: (value: string) => void, trims = true) {
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
    displayed: displayedText(typed, value, composing, trims),
    inputProps: {
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
    /** For the blur event: removes spaces at the ends from the displayed text. */
    onLeave: () => {
      setComposing(false)
      setTyped(reported.current)
    },
  }
}
