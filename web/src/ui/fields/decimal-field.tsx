// A field of a decimal: digits of any script, a comma or a point. Of a text that may be two numbers ("1,500") both are offered.
import { decimalsOf, roundedDecimal } from '@lyceum/kit/text/decimals'
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../button.tsx'
import { classes } from '../class-names.ts'
import { inReaderSign } from '../numbers.ts'
import { type FieldProps, type Native, TextField, type Valued } from './field.tsx'

const places = 4

/** The decimal with a point, of at most four places; what is no decimal, or may be two, stays a text that every form refuses. */
export function reportedDecimal(typed: string, most = places): string {
  const [value, other] = decimalsOf(typed)
  if (other !== undefined) return typed.trim().replace('.', ',')
  return value === undefined ? typed.trim() : roundedDecimal(value, most)
}

/** `digits`: the places that are kept, four unless the server keeps more. */
export function DecimalField({
  value,
  onChange,
  digits = places,
  className,
  ...props
}: FieldProps & Valued & Native<'input'> & { digits?: number }) {
  const t = useTexts('ui')
  const [typed, setTyped] = useState(value)
  // a draft or another version may bring another value than the typed one
  const isTyped = reportedDecimal(typed, digits) === value
  const readings = isTyped ? decimalsOf(typed) : []
  // at once, so that Tab leads to them and nothing moves while the next field is used
  const isTwo = readings.length === 2
  const isRounded = isTyped && readings.length === 1 && readings[0] !== value
  const take = (text: string) => {
    setTyped(text)
    onChange(reportedDecimal(text, digits))
  }
  return (
    <div className={classes('min-w-0', className)}>
      <TextField
        {...props}
        inputMode="decimal"
        value={isTyped ? typed : value}
        onChange={take}
        {...(isTwo && { error: t('twoNumbers') })}
        help={isRounded ? t('roundedTo', { value: inReaderSign(value) }) : props.help}
      />
      {isTwo && (
        <div className="mt-1 flex flex-wrap gap-1.5">
          {readings.map((reading) => (
            <Button key={reading} size="sm" onClick={() => take(/\.\d{3}$/.test(reading) ? `${reading}0` : reading)}>
              {inReaderSign(reading)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
