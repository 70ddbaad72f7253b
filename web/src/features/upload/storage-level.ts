// Level of the used storage: normal below 80 %, a warning from 80 %, insufficient at 100 % (spec §9).
export const levelOf = (used: number, total: number): 'normal' | 'warning' | 'insufficient' =>
  used >= total ? 'insufficient' : used >= total * 0.8 ? 'warning' : 'normal'
