import { wordSet } from './word-set.ts'

/** Frequent parts of Vietnamese names, in lower case, without those that are English words. */
export const VIETNAMESE_NAMES = wordSet(
  'anh bao bich bui cao chau cuc dang diem dinh doan duc dung duong giang ha hai hanh hao hieu hoa hoai hoang hong hue hung huong huynh khanh khoa lam lan le lien linh loan luong ly mai minh nga ngan nghia ngo ngoc nguyen nhan nhi nhu nhung ninh oanh pham phan phong phu phuc phung phuong quang quoc quyen quynh suong tam tan tang thanh thao thi thien thinh tho thoa thuy thuong tran trang tri trinh trung truong tuan tuyet uyen van viet vinh vo vu vuong xuan yen',
)
