// A choice of one of six colours: native radio buttons, each with its name, the chosen one with a tick. They are the chart's first five and
// grey, distinguishable by colour-blind eyes in both themes. The value is the name, so each theme has its own shade.
import { Check } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'

export const colourPresets = ['teal', 'blue', 'orange', 'plum', 'olive', 'grey'] as const
export type ColourPreset = (typeof colourPresets)[number]

export function ColourPresets({
  label,
  hideLabel,
  value,
  onChange,
  className,
}: {
  label: string
  hideLabel?: boolean
  value: ColourPreset | undefined
  onChange: (value: ColourPreset) => void
  className?: string
}) {
  const t = useTexts('ui')
  const name = useId()
  return (
    <fieldset className={classes('min-w-0', className)}>
      <legend className={hideLabel ? 'screen-reader' : 'mb-1 text-body font-medium'}>{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {colourPresets.map((colour) => (
          <label key={colour} title={t(`colour.${colour}`)} className="relative inline-flex size-(--field) items-center justify-center">
            <input
              type="radio"
              name={name}
              value={colour}
              aria-label={t(`colour.${colour}`)}
              checked={value === colour}
              onChange={() => onChange(colour)}
              className="absolute inset-0.5 appearance-none rounded-control forced-color-adjust-none"
              style={{ background: `var(--preset-${colour})` }}
            />
            {value === colour && (
              <Check
                aria-hidden
                size={18}
                strokeWidth={2.5}
                className="pointer-events-none relative text-canvas forced-color-adjust-none"
              />
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
