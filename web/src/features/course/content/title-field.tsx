// Title of a text that is written, as large as it will be read; as high as it is long.
import { useId } from 'react'
import { useTexts } from '../../../i18n.ts'
import { useTextInput } from '../../../ui/fields/use-text-input.ts'

/** `onLeave`: Enter or arrow down, to the text below. */
export function TitleField({
  value,
  onChange,
  error,
  onLeave,
}: {
  value: string
  onChange: (title: string) => void
  error: string | undefined
  onLeave: () => void
}) {
  const t = useTexts('course')
  const id = useId()
  const { displayed, inputProps, onLeave: settle } = useTextInput(value, onChange)
  return (
    <div className="mb-3">
      <textarea
        dir="auto"
        {...inputProps}
        aria-label={t('title')}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        placeholder={t('title')}
        value={displayed.replaceAll('\n', ' ')}
        rows={1}
        maxLength={200}
        // biome-ignore lint/a11y/noAutofocus: the page is for writing, and begins with the title
        autoFocus
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          const { selectionStart, value: text } = event.currentTarget
          if (event.key !== 'Enter' && !(event.key === 'ArrowDown' && selectionStart === text.length)) return
          event.preventDefault()
          onLeave()
        }}
        className="field-sizing-content block w-full resize-none bg-transparent font-title text-[28px] leading-tight font-bold outline-none placeholder:text-text-3 max-tablet:text-[24px]"
      />
      {error && (
        <p id={id} className="mt-1 text-caption text-bad-text">
          {error}
        </p>
      )}
    </div>
  )
}
