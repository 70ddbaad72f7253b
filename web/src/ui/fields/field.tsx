// Fields: label above, help below, the error in place of the help (note.tsx). Every field has a label, visible or (hideLabel) only read out. Text,
// textarea and select are native elements.
import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../class-names.ts'
import { Note } from './note.tsx'
import { useReleased } from './pressed.ts'
import { useTextInput } from './use-text-input.ts'

export type FieldProps = {
  label: string
  hideLabel?: boolean
  help?: string | undefined
  /** The meaning of an empty field: stands in it, and is read out with it, until something is typed. */
  whenEmpty?: string | undefined
  /** The error; shown with an icon, read out, and marks the field. */
  error?: string | undefined
  /** The time of the last saving: "12:03:04". Shown in place of the help. */
  saved?: string | undefined
  /** Beside the label: a link such as "Forgot your password?". */
  aside?: ReactNode
  className?: string
}
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-label': string | undefined
  /** With `whenEmpty` alone: the field's own may stand beside it. */
  placeholder?: string
  title?: string
}

/** The properties of the frame of a field, apart from those of its control. Of a caller that names no error there is none: then no room is kept. */
export function splitField<P extends FieldProps>(props: P) {
  const { label, hideLabel, help, whenEmpty, error, saved, aside, className, ...control } = props
  return {
    field: { label, hideLabel, help, whenEmpty, saved, aside, className, ...('error' in props && { error }) } as FieldProps,
    control,
  }
}

/** Label, help and error around any control; `children` gets the attributes that connect them. `group`: several controls, so that the label
 *  names the frame around them. */
export function Field(
  props: FieldProps & {
    group?: boolean
    iconInside?: boolean
    /** Nothing is in it: it has the meaning that `whenEmpty` names. */
    empty?: boolean
    /** The placeholder is the form of a value now, so that the meaning of an empty field is below it; undefined: it never is. */
    below?: boolean | undefined
    children: (controlProps: ControlProps) => ReactNode
  },
) {
  const {
    label,
    hideLabel,
    help,
    whenEmpty,
    saved,
    aside,
    className,
    group = false,
    iconInside = false,
    empty = false,
    below,
    children,
  } = props
  const id = useId()
  const error = useReleased(props.error)
  // a field without a label above it stands in a line with others, of a table or a toolbar
  const room = 'error' in props && !hideLabel
  const note = error || help || saved ? `${id}-note` : undefined
  const Label = group ? 'span' : 'label'
  return (
    <div
      className={classes('min-w-0 has-[>*>[readonly]]:[&>div>label]:text-text-3', className)}
      {...(group && { role: 'group', 'aria-labelledby': `${id}-label`, 'aria-describedby': note })}
    >
      {(!hideLabel || group) && (
        <div className={hideLabel ? 'screen-reader' : 'mb-1 flex items-baseline justify-between gap-2'}>
          <Label id={`${id}-label`} {...(!group && { htmlFor: id })} className="text-body font-medium">
            {label}
          </Label>
          {aside}
        </div>
      )}
      {children({
        id,
        'aria-describedby': group ? undefined : [note, empty && whenEmpty && `${id}-empty`].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-label': hideLabel && !group ? label : undefined,
        ...(whenEmpty && { placeholder: whenEmpty }),
        // a narrow field may cut it
        ...(empty && whenEmpty && { title: whenEmpty }),
      })}
      {whenEmpty && (
        <span id={`${id}-empty`} hidden>
          {whenEmpty}
        </span>
      )}
      <Note
        id={note}
        {...{ help, error, saved, room, iconInside }}
        mayHelp={whenEmpty !== undefined}
        {...(whenEmpty && room && below !== undefined && { below: { text: whenEmpty, shown: below && empty } })}
      />
    </div>
  )
}

export const box = 'field-edge block w-full min-h-(--field) px-2.5 py-1'

export type Native<T extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<T>,
  'id' | 'value' | 'onChange' | 'className' | 'children' | 'size'
>
export type Valued = { value: string; onChange: (value: string) => void }

/** `onChange` gets the trimmed value; spaces at the ends and unfinished compositions stay in the field until it loses the focus. */
export function TextField({
  value,
  onChange,
  trailing,
  large,
  reveal,
  type = 'text',
  ...props
}: FieldProps &
  Valued &
  Native<'input'> & {
    /** Inside the field at its end: an icon button. */
    trailing?: ReactNode
    large?: boolean
    /** A password in letters; it is still one, so it is not trimmed. */
    reveal?: boolean
  }) {
  const { field, control: rest } = splitField(props)
  const { displayed, inputProps, onLeave } = useTextInput(value, onChange, type !== 'password')
  const alert = Boolean(field.error) && !trailing
  return (
    <Field {...field} iconInside={alert} empty={displayed === ''}>
      {(controlProps) => (
        <div className="relative">
          <input
            dir="auto"
            {...rest}
            {...controlProps}
            {...inputProps}
            type={reveal ? 'text' : type}
            value={displayed}
            onBlur={(event) => {
              onLeave()
              rest.onBlur?.(event)
            }}
            className={classes(box, large && '!min-h-11 !rounded-tile', (Boolean(trailing) || alert) && 'pr-10')}
          />
          {trailing && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
          {alert && <Alert />}
        </div>
      )}
    </Field>
  )
}

/** The icon of an invalid field, inside at its end. */
export const Alert = () => (
  <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-bad" />
)

export function TextArea({ value, onChange, rows = 4, ...props }: FieldProps & Valued & Native<'textarea'>) {
  const { field, control: rest } = splitField(props)
  const { displayed, inputProps, onLeave } = useTextInput(value, onChange)
  return (
    <Field {...field} empty={displayed === ''}>
      {(controlProps) => (
        <textarea
          dir="auto"
          {...rest}
          {...controlProps}
          {...inputProps}
          rows={rows}
          value={displayed}
          onBlur={(event) => {
            onLeave()
            rest.onBlur?.(event)
          }}
          className={classes(box, 'py-2')}
        />
      )}
    </Field>
  )
}

export function Select<T extends string>({
  value,
  onChange,
  options,
  ...props
}: FieldProps &
  Native<'select'> & {
    value: T
    onChange: (value: T) => void
    options: readonly { value: T; label: string; lang?: string }[]
  }) {
  const { field, control: rest } = splitField(props)
  return (
    <Field {...field}>
      {(controlProps) => (
        <div className="relative">
          <select
            {...rest}
            {...controlProps}
            value={value}
            onChange={(event) => onChange(event.target.value as T)}
            className={classes(box, 'appearance-none truncate pr-8')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} lang={option.lang}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            size={16}
            strokeWidth={1.75}
            className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-text-2"
          />
        </div>
      )}
    </Field>
  )
}
