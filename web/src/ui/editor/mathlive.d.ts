// The type of MathLive's style sheet.
declare module 'mathlive/fonts.css'
