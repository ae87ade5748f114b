import { wordSet } from '../../language/word-set.ts'
/** Chat shorthand in lower case -> the words that are read. */
export const CHAT_WORDS: ReadonlyMap<string, string> = new Map(
  (
    "af=A_F dont=don't cant=can't wont=won't didnt=didn't doesnt=doesn't isnt=isn't arent=aren't wasnt=wasn't werent=weren't havent=haven't hasnt=hasn't hadnt=hadn't aint=ain't im=i'm ive=i've youre=you're theyre=they're weve=we've youve=you've youll=you'll theyll=they'll thats=that's whats=what's hes=he's shes=she's theres=there's heres=here's whos=who's fr=for_real w/e=whatever 4get=forget 2gether=together otw=on_the_way brt=be_right_there txt=text txts=texts txting=texting gn=good_night gm=good_morning hru=how_are_you fav=favorite favs=favorites vid=video vids=videos nite=night luv=love soz=sorry hbd=happy_birthday cu=see_you wds=words plz=please pls=please thx=thanks tnx=thanks thnx=thanks ty=thank_you tysm=thank_you_so_much np=no_problem yw=you're_welcome tmrw=tomorrow tmr=tomorrow " +
    '2moro=tomorrow 2morrow=tomorrow 2nite=tonight 2day=today tonite=tonight omw=on_my_way lmk=let_me_know ppl=people b4=before l8r=later l8=late gr8=great ' +
    'm8=mate w8=wait h8=hate str8=straight u2=you_too ur=your urs=yours brb=be_right_back bbl=be_back_later ngl=not_gonna_lie nvm=never_mind jk=just_kidding ' +
    'rn=right_now gtg=got_to_go g2g=got_to_go ttyl=talk_to_you_later ttys=talk_to_you_soon hbu=how_about_you wbu=what_about_you wyd=what_are_you_doing ' +
    'hmu=hit_me_up ofc=of_course sry=sorry srsly=seriously msg=message msgs=messages bday=birthday abt=about smth=something sth=something tho=though thru=through ' +
    "ymmv=your_mileage_may_vary fwiw=for_what_it's_worth tbf=to_be_fair icymi=in_case_you_missed_it tldr=T_L_D_R iykyk=if_you_know_you_know nbd=no_big_deal nw=no_worries ig=i_guess ik=i_know " +
    'tgif=T_G_I_F tmi=T_M_I kk=okay ftfy=fixed_that_for_you hth=hope_that_helps asl=A_S_L mya=million_years_ago nr=near wkt=wicket wkts=wickets blk=block blks=blocks btl=bottle btls=bottles ' +
    "fwd=forward fwded=forwarded fwding=forwarding cld=could wld=would shld=should cld've=could've wld've=would've shld've=should've pls=please convo=convo pw=password pwd=password rly=really kinda=kinda rsvps=R_S_V_P's dm=D_M dms=D_M's pic=pic wanna=wanna " +
    "cuz=because bcuz=because cos=because bc=because idk=i_don't_know idc=i_don't_care ikr=i_know_right iirc=if_i_recall_correctly afaik=as_far_as_i_know imho=in_my_humble_opinion " +
    'irl=in_real_life ftw=for_the_win smh=shaking_my_head tfw=that_feeling_when wfh=working_from_home eod=end_of_day eta=E_T_A btwn=between w/o=without ' +
    'any1=anyone some1=someone every1=everyone no1=no_one 4ever=forever 4u=for_you cya=see_ya xmas=christmas prolly=probably def=definitely obv=obviously ' +
    'cmon=come_on gonna=gonna ily=i_love_you mtgs=meetings ' +
    'hx=history rx=prescription dx=diagnosis tx=treatment sx=symptoms adv=advance ' +
    'yr=year wk=week mo=month hr=hour'
  )
    .split(' ')
    .map((entry) => [entry.split('=')[0]!, entry.split('=')[1]!.replaceAll('_', ' ')] as const),
)

/** Shorthand that people also write in capitals: it is no acronym of anything else. */
export const LOUD_CHAT_WORDS = wordSet(
  'thx thnx tnx plz pls brb ttyl idk lmk omw nvm btwn tmrw ppl ur gr8 l8r tysm hbd ngl g2g hmu smh iirc ikr',
)
