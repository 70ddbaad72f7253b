declare module 'mathlive/fonts.css'
