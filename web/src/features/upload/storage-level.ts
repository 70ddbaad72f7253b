/** Under 80 % used is normal, from 80 % a warning, at 100 % nothing more fits (spec §9). */
export const levelOf = (used: number, total: number): 'normal' | 'warning' | 'insufficient' =>
  used >= total ? 'insufficient' : used >= total * 0.8 ? 'warning' : 'normal'
