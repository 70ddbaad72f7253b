// Full-width letters, digits and signs, as Chinese and Japanese keyboards write them, in their plain form. For servers and pages.

/** `２６１００４２` is 2610042, `ａ＠ｂ` is a@b; an ideographic space is a blank, and characters that nobody sees are left out. */
export const plainWidth = (text: string): string =>
  text
    .replaceAll(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
    .replaceAll(/[\u200b\u200e\u200f\u2060\u202a-\u202e\ufeff]/g, '')
