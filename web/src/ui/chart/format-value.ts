// Numbers of a chart with their unit.
import { number } from '../format.ts'

/** A per cent sign follows its number at once, as in `percent`. */
export const formatValue = (value: number | null | undefined, unit = '') =>
  value === null || value === undefined ? '–' : `${number(value, 1)}${unit === '%' ? unit : unit && ` ${unit}`}`
