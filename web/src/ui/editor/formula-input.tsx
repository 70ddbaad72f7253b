// The input of a formula: MathLive's field, buttons of the most used pieces, and the LaTeX itself, for people who cannot see the field. Only
// lazy parts load it: MathLive is heavy and brings its fonts.
import 'mathlive/fonts.css'
import { MathfieldElement } from 'mathlive'
import { useEffect, useRef, useState } from 'react'
import { currentLocale, useTexts } from '../../i18n.ts'
import { TextField } from '../fields/field.tsx'

MathfieldElement.fontsDirectory = null
MathfieldElement.soundsDirectory = null

const pieces = [
  { name: 'fraction', face: 'a⁄b', latex: '\\frac{#@}{#?}' },
  { name: 'power', face: 'xⁿ', latex: '#@^{#?}' },
  { name: 'index', face: 'xₙ', latex: '#@_{#?}' },
  { name: 'root', face: '√', latex: '\\sqrt{#@}' },
  { name: 'sum', face: '∑', latex: '\\sum_{#?}^{#?}' },
  { name: 'integral', face: '∫', latex: '\\int_{#?}^{#?}' },
  { name: 'limit', face: 'lim', latex: '\\lim_{#?\\to #?}' },
  { name: 'matrix', face: '[ ]', latex: '\\begin{bmatrix}#? & #?\\\\ #? & #?\\end{bmatrix}' },
  { name: 'notEqual', face: '≠', latex: '\\ne' },
  { name: 'atMost', face: '≤', latex: '\\le' },
  { name: 'atLeast', face: '≥', latex: '\\ge' },
  { name: 'times', face: '×', latex: '\\times' },
  { name: 'infinity', face: '∞', latex: '\\infty' },
  { name: 'arrow', face: '→', latex: '\\to' },
  { name: 'pi', face: 'π', latex: '\\pi' },
  { name: 'alpha', face: 'α', latex: '\\alpha' },
  { name: 'theta', face: 'θ', latex: '\\theta' },
  { name: 'delta', face: 'Δ', latex: '\\Delta' },
] as const

export default function FormulaInput({
  value,
  onChange,
  error,
  onEnter,
}: {
  value: string
  onChange: (latex: string) => void
  error?: string | undefined
  /** Enter in the field. */
  onEnter: () => void
}) {
  const t = useTexts('editor')
  const container = useRef<HTMLDivElement>(null)
  const field = useRef<MathfieldElement>(undefined)
  const callbacks = useRef({ onChange, onEnter })
  callbacks.current = { onChange, onEnter }
  const [initialValue] = useState(value)
  const label = t('formula')
  useEffect(() => {
    MathfieldElement.locale = currentLocale() ?? 'en'
    const element = new MathfieldElement()
    element.value = initialValue
    element.smartFence = true
    element.setAttribute('aria-label', label)
    element.className = 'formula-field'
    element.addEventListener('input', () => callbacks.current.onChange(element.getValue('latex')))
    element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return
      event.preventDefault()
      callbacks.current.onEnter()
    })
    field.current = element
    const keyboard = window.mathVirtualKeyboard
    const previousContainer = keyboard.container
    // A dialog makes the rest of the page inert, so the keyboard opens inside it.
    const dialog = container.current?.closest<HTMLElement>('[role=dialog]')
    if (dialog) keyboard.container = dialog
    container.current?.replaceChildren(element)
    // Escape closes the dialog around it. MathLive's own would begin LaTeX, in which Tab does not leave the field; for that there is one below.
    element.keybindings = element.keybindings.filter(({ key, ifMode }) => key !== '[Escape]' || ifMode === 'latex')
    requestAnimationFrame(() => element.focus())
    return () => {
      keyboard.hide()
      keyboard.container = previousContainer
      element.remove()
    }
  }, [initialValue, label])
  useEffect(() => {
    if (field.current && field.current.getValue('latex') !== value) field.current.setValue(value, { silenceNotifications: true })
  }, [value])
  return (
    <div className="space-y-3">
      <div role="group" aria-label={t('pieces')} className="flex flex-wrap gap-1">
        {pieces.map(({ name, face, latex }) => (
          <button
            key={name}
            type="button"
            data-face={face}
            aria-label={t(`piece.${name}`)}
            title={t(`piece.${name}`)}
            onClick={() => {
              field.current?.insert(latex, { focus: true, selectionMode: 'placeholder' })
              onChange(field.current?.getValue('latex') ?? value)
            }}
            className="inline-flex size-(--control) min-w-8 items-center justify-center rounded-control border border-line bg-surface text-body before:content-[attr(data-face)] hover:bg-hover"
          />
        ))}
      </div>
      <div ref={container} aria-invalid={error ? true : undefined} className="field-edge min-h-16 overflow-x-auto p-1" />
      <TextField label={t('latex')} value={value} onChange={onChange} error={error} spellCheck={false} autoCapitalize="none" />
    </div>
  )
}
