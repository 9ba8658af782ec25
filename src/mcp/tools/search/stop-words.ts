const empty = new Set(
  'a an the of to for in on at by with from into and or is are be was it its this that these those there has have had i me my we our us you your he his she her they them their do does did will would should could please need want how can as up s one some any so just also who what when why like как мне мой моя мое мои моих нам наш наша наши нашего я ты он она они его ее их и или а но в во на по с со к ко у о об от до из за для при это этот эта эти этого этой этому эту том тот те та то надо нужно можно хочу пожалуйста бы же ли что кто когда не нет уже еще быть есть был была было будет так там тут нас мы себе сам'.split(
    ' ',
  ),
);

export const saysNothing = (word: string): boolean => empty.has(word);
