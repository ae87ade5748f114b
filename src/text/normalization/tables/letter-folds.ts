const PAIRS =
  'ß ss ẞ SS æ ae Æ Ae œ oe Œ Oe ø o Ø O ł l Ł L đ d Đ D ð d Ð D þ th Þ Th ı i ȷ j ŋ ng Ŋ Ng ħ h Ħ H ŧ t Ŧ T ĸ k ŉ n ' +
  'ſ s ƒ f ƀ b Ƀ B ɓ b Ɓ B ƈ c Ƈ C ɗ d Ɗ D ɖ d Ɖ D ə e Ə E ɛ e Ɛ E ɡ g ɠ g Ɠ G ɣ g Ɣ G ɦ h ɨ i Ɨ I ɩ i Ɩ I ƙ k Ƙ K ƚ l Ƚ L ɫ l ' +
  'ɱ m Ɯ M ɲ n Ɲ N ƞ n Ƞ N ɔ o Ɔ O ɵ o Ɵ O ƥ p Ƥ P ʀ r Ʀ R ɾ r ɹ r ʁ r ɽ r Ɽ R ʃ sh Ʃ Sh ʒ zh Ʒ Zh ƭ t Ƭ T ʈ t Ʈ T ʉ u Ʉ U ʊ u Ʊ U ' +
  'ʋ v Ʋ V ʌ u Ʌ U ƴ y Ƴ Y ƶ z Ƶ Z ȥ z Ȥ Z ʐ z ʑ z ɑ a Ɑ A ɐ a Ɐ A ɒ o Ɒ O ɪ i ʏ y ɜ e ɞ e ɘ e ɤ o ɯ u ʎ l ʟ l ʙ b ʜ h ɢ g ʛ g ɴ n ' +
  'ɕ sh ʂ sh ɸ f ʝ j ɟ j ɥ y ɬ l ɭ l ɮ l ɰ w ʍ w ʔ  ʕ  ʘ  ǀ  ǁ  ǂ  ǃ  ɏ y Ɏ Y ɍ r Ɍ R ɉ j Ɉ J ɇ e Ɇ E ȼ c Ȼ C Ⱥ A ⱥ a Ⱦ T ⱦ t ' +
  'ƿ w Ƿ W ȝ y Ȝ Y Ꝺ D ꝺ d ꜩ tz Ꜩ Tz ꜳ aa Ꜳ Aa ᵹ g ⅼ l ŀ l Ŀ L ʼn n ᴀ a ᴇ e ᴏ o ᴜ u ς σ ϐ β ϑ θ ϕ φ ϖ π ϰ κ ϱ ρ ϵ ε µ μ ℓ l ℮ e Å A'

/** Latin letters that do not come apart into a letter and an accent, and variants of Greek letters. */
export const LETTER_FOLDS: Readonly<Record<string, string>> = Object.fromEntries(
  [...PAIRS.matchAll(/(\S+) (\S*)(?: |$)/g)].map(([, letter, fold]) => [letter!, fold!]),
)
